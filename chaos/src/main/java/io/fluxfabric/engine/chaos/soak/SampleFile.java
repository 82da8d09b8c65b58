package io.fluxfabric.engine.chaos.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Everything for machines, in a file that is written anew with each sample: who ends a run early still has what it found. */
final class SampleFile {

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final Path file;
    private final SoakPlan plan;

    SampleFile(Path file, SoakPlan plan) {
        this.file = file;
        this.plan = plan;
    }

    void write(double rate, List<Sample> samples) {
        write(soFar(rate, samples));
    }

    void write(SoakResult result) {
        Map<String, Object> document = soFar(result.rate(), result.samples());
        Map<String, Object> trends = new LinkedHashMap<>();
        for (Figure figure : Figure.values()) {
            trends.put(figure.key(), result.trend(figure));
        }
        document.put("trends", trends);
        document.put("heldRate", result.held());
        document.put("submitted", result.submitted());
        document.put("completed", result.completed());
        document.put("lost", result.lost());
        document.put("violations", result.violations().size());
        document.put("notes", result.notes());
        write(document);
    }

    private Map<String, Object> soFar(double rate, List<Sample> samples) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("seconds", plan.time().toMillis() / 1e3);
        document.put("retentionSeconds", plan.retention().toMillis() / 1e3);
        document.put("rate", rate);
        document.put("samples", samples.stream().map(SampleFile::entry).toList());
        return document;
    }

    private static Map<String, Object> entry(Sample sample) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("seconds", sample.seconds());
        entry.put("warmUp", sample.warmUp());
        for (Figure figure : Figure.values()) {
            entry.put(figure.key(), sample.get(figure));
        }
        return entry;
    }

    private void write(Map<String, Object> document) {
        try {
            Files.writeString(file, JSON.writeValueAsString(document) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }
}
