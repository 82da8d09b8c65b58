package io.fluxfabric.engine.testdb;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DockerProbeTest {

    @Test
    @DisplayName("an engine that answers the ping is there")
    void answering() throws IOException {
        assertThat(probeServerThatSays("HTTP/1.0 200 OK\r\n\r\nOK")).isTrue();
    }

    @Test
    @DisplayName("something else on that port is not an engine")
    void refusing() throws IOException {
        assertThat(probeServerThatSays("HTTP/1.0 503 Service Unavailable\r\n\r\n"))
                .isFalse();
    }

    @Test
    @DisplayName("a socket file nobody listens on is no engine, and no exception either")
    void missing(@TempDir Path directory) {
        assertThat(DockerProbe.answersInTime(UnixDomainSocketAddress.of(directory.resolve("docker.sock"))))
                .isFalse();
    }

    @Test
    @DisplayName("DOCKER_HOST decides where to look; a scheme we cannot ask means no Docker")
    void dockerHost() {
        assertThat(DockerProbe.candidates("unix:///run/d.sock").toList())
                .isEqualTo(List.of(UnixDomainSocketAddress.of("/run/d.sock")));
        assertThat(DockerProbe.candidates("npipe:////./pipe/docker_engine")).isEmpty();
    }

    private static boolean probeServerThatSays(String answer) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Void> answered = CompletableFuture.runAsync(() -> answerOnce(server, answer));
            boolean there =
                    DockerProbe.answersInTime(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()));
            answered.join();
            return there;
        }
    }

    private static void answerOnce(ServerSocket server, String answer) {
        try (Socket client = server.accept()) {
            client.getInputStream().readNBytes("GET /_ping HTTP/1.0\r\n\r\n".length());
            client.getOutputStream().write(answer.getBytes(US_ASCII));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
