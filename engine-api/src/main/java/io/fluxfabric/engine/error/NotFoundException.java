package io.fluxfabric.engine.error;

/** Nothing is stored under the id that a command named. */
public final class NotFoundException extends EngineException {
    private static final long serialVersionUID = 1L;

    private final String entity;
    private final String id;

    /** Names what was looked for and under which id.
     * @param entity what was looked for: {@code execution}, {@code attempt}, {@code lane}, … */
    public NotFoundException(String entity, String id) {
        super(
                ErrorCode.NOT_FOUND,
                "no " + entity + " has the id " + id,
                Details.of("entity", entity).and("id", id),
                null);
        this.entity = entity;
        this.id = id;
    }

    public static NotFoundException execution(String executionId) {
        return new NotFoundException("execution", executionId);
    }

    public String entity() {
        return entity;
    }

    public String id() {
        return id;
    }
}
