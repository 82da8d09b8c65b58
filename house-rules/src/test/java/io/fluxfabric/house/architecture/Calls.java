package io.fluxfabric.house.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Set;
import java.util.regex.Pattern;

/** Predicates over calls; an access is a call or a method reference, so {@code Mono::block} is caught too. */
final class Calls {

    private Calls() {}

    static DescribedPredicate<JavaAccess<?>> to(String ownerType, String methodNames) {
        Pattern names = Pattern.compile(methodNames);
        return DescribedPredicate.describe(
                ownerType + "." + methodNames,
                access -> access.getTargetOwner().isAssignableTo(ownerType)
                        && names.matcher(access.getName()).matches());
    }

    /** Classes that are, or are nested in, a class of one of these simple names. */
    static DescribedPredicate<JavaClass> anyOf(Set<String> simpleNames) {
        return DescribedPredicate.describe(
                "one of " + simpleNames,
                type -> simpleNames.contains(outermost(type).getSimpleName()));
    }

    private static JavaClass outermost(JavaClass type) {
        return type.getEnclosingClass().map(Calls::outermost).orElse(type);
    }
}
