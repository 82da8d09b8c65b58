package io.fluxfabric.engine.testdb;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Asks a Docker engine whether it is there.
 *
 * <p>Testcontainers can tell as well, but reports every address it tried as an error with a stack trace, which is a
 * poor greeting on a machine that simply has no Docker.
 */
final class DockerProbe {

    private static final byte[] PING = "GET /_ping HTTP/1.0\r\n\r\n".getBytes(US_ASCII);
    private static final long ANSWER_MILLIS = 1500;

    private DockerProbe() {}

    static boolean answers() {
        return candidates(System.getenv("DOCKER_HOST")).anyMatch(DockerProbe::answersInTime);
    }

    static Stream<? extends SocketAddress> candidates(@Nullable String dockerHost) {
        return dockerHost == null || dockerHost.isBlank()
                ? usualSockets().filter(Files::exists).map(UnixDomainSocketAddress::of)
                : address(URI.create(dockerHost.strip())).stream();
    }

    private static Stream<Path> usualSockets() {
        Path home = Path.of(System.getProperty("user.home"));
        Stream<Path> known = Stream.of(Path.of("/var/run/docker.sock"), home.resolve(".docker/run/docker.sock"));
        Stream<Path> rootless =
                Stream.ofNullable(System.getenv("XDG_RUNTIME_DIR")).map(directory -> Path.of(directory, "docker.sock"));
        return Stream.concat(known, rootless);
    }

    private static Optional<SocketAddress> address(URI host) {
        return switch (String.valueOf(host.getScheme())) {
            case "unix" -> Optional.of(UnixDomainSocketAddress.of(host.getPath()));
            case "tcp", "http" -> Optional.of(new InetSocketAddress(host.getHost(), host.getPort()));
            default -> Optional.empty();
        };
    }

    static boolean answersInTime(SocketAddress address) {
        return CompletableFuture.supplyAsync(() -> ping(address))
                .completeOnTimeout(false, ANSWER_MILLIS, TimeUnit.MILLISECONDS)
                .join();
    }

    private static boolean ping(SocketAddress address) {
        StandardProtocolFamily family =
                address instanceof InetSocketAddress ? StandardProtocolFamily.INET : StandardProtocolFamily.UNIX;
        try (SocketChannel channel = SocketChannel.open(family)) {
            channel.connect(address);
            channel.write(ByteBuffer.wrap(PING));
            ByteBuffer answer = ByteBuffer.allocate(64);
            while (answer.hasRemaining() && channel.read(answer) >= 0) {}
            return new String(answer.array(), 0, answer.position(), US_ASCII).matches("(?s)HTTP/1\\.[01] 200 .*");
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }
}
