/** Faults of disk, wire, server, clock and process under a steady load: the work goes on, nothing is lost, nothing is done twice. */
package io.fluxfabric.engine.proof.fault;
