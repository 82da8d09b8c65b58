package io.fluxfabric.engine.examples.cli;

import io.fluxfabric.engine.Engine;
import io.fluxfabric.engine.Scope;
import io.fluxfabric.engine.id.Namespace;
import picocli.CommandLine.Option;

/** The namespace a command works in. */
final class NamespaceOption {

    @Option(names = "--namespace", paramLabel = "NAME", description = "The namespace (default: default)")
    private String name = Namespace.DEFAULT.value();

    Scope of(Engine engine) {
        return engine.namespace(name);
    }
}
