package io.fluxfabric.house.architecture;

import com.tngtech.archunit.lang.ArchRule;
import java.util.Map;
import java.util.TreeMap;

/** Every rule by its name; a rule that is not listed here is not checked, and one without a planted violation fails. */
final class Rules {

    private Rules() {}

    static Map<String, ArchRule> all() {
        Map<String, ArchRule> rules = new TreeMap<>();
        rules.put("no package cycles in the engine", DependencyRules.NO_CYCLES);
        rules.put("no package cycles in engine-r2dbc", DependencyRules.NO_CYCLES_IN_ENGINE_ON_R2DBC);
        rules.put("no package cycles in r2dbc-sqlite", DependencyRules.NO_CYCLES_IN_DRIVER);
        rules.put("engine-api knows no R2DBC", DependencyRules.API_KNOWS_NO_R2DBC);
        rules.put("R2DBC stays in the sql package and in row mappers", DependencyRules.R2DBC_STAYS_IN_SQL);
        rules.put("the doorway only names connections", DependencyRules.DOORWAY_ONLY_NAMES_CONNECTIONS);
        rules.put("the driver knows no engine", DependencyRules.DRIVER_KNOWS_NO_ENGINE);
        rules.put("nobody blocks on a publisher", BehaviourRules.NOBODY_BLOCKS_ON_A_PUBLISHER);
        rules.put("the engine parks no thread", BehaviourRules.ENGINE_PARKS_NO_THREAD);
        rules.put("only named owners subscribe", BehaviourRules.ONLY_OWNERS_SUBSCRIBE);
        rules.put("no clock but the database's", BehaviourRules.NO_CLOCK_BUT_THE_DATABASES);
        rules.put("statements are created in Session only", BehaviourRules.STATEMENTS_ARE_CREATED_IN_SESSION);
        return rules;
    }
}
