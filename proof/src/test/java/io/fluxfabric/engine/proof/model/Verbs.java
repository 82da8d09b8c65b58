package io.fluxfabric.engine.proof.model;

/** Everything a step can do, once for the engine and once for the model. */
interface Verbs {

    String submit(Step.Submit step);

    String claim(Step.Claim step);

    String renew(Step.Renew step);

    String renewBoth(Step.RenewBoth step);

    String progress(Step.Progress step);

    String complete(Step.Complete step);

    String fail(Step.Fail step);

    String delay(Step.Delay step);

    String release(Step.Release step);

    String cancelHeld(Step.CancelHeld step);

    String cancel(Step.Cancel step);

    String revoke(Step.Revoke step);

    String revokeEpoch(Step.RevokeEpoch step);

    String prioritise(Step.Prioritise step);

    String replay(Step.Replay step);

    String block(Step.Block step);

    String unblock(Step.Unblock step);

    String issueGrant(Step.IssueGrant step);

    String grantBest(Step.GrantBest step);

    String useGrant(Step.UseGrant step);

    String forceClaim(Step.ForceClaim step);

    String issueReclaim(Step.IssueReclaim step);

    String reclaim(Step.Reclaim step);

    String again(Step.Again step);

    String register(Step.Register step);

    String beat(Step.Beat step);

    String beatAndRenew(Step.BeatAndRenew step);

    String markDead(Step.MarkDead step);

    String drainWorker(Step.DrainWorker step);

    String setLane(Step.SetLane step);

    String pass(Step.Pass step);

    String advance(Step.Advance step);

    /** What an answer says when there was nothing to do it to. */
    String NOTHING_TO_DO = "nothing to do it to";

    /** What an answer says when it is empty. */
    String EMPTY = "empty";
}
