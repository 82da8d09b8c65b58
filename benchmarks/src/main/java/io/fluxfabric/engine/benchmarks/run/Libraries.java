package io.fluxfabric.engine.benchmarks.run;

import java.io.File;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The versions of what is measured, from the names of the jars it is in. */
final class Libraries {

    private static final Pattern JAR = Pattern.compile(
            "(db-scheduler|jobrunr|HikariCP|postgresql|r2dbc-postgresql|r2dbc-pool|sqlite-jdbc|reactor-core)-(\\d.*)\\.jar");

    private Libraries() {}

    static Map<String, String> versions() {
        Map<String, String> versions = new TreeMap<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Matcher jar = JAR.matcher(new File(entry).getName());
            if (jar.matches()) {
                versions.put("version." + jar.group(1), jar.group(2));
            }
        }
        return versions;
    }
}
