// Files that are part of the program, so that it needs none beside it.
//
// The compiler of C embeds them as they are. As literals of Swift, they took a minute to compile.

#ifndef BUILT_IN_FILES_H
#define BUILT_IN_FILES_H

#include <stddef.h>
#include <stdint.h>

/// The bytes of a file; nobody changes or frees them, so that Swift may hand them around.
struct __attribute__((swift_attr("@safe"))) BuiltInFile {
  const uint8_t *bytes;
  size_t count;
};

// The folder Rules.
extern const struct BuiltInFile rulesAppStore;
extern const struct BuiltInFile rulesIntroductoryOffer;
extern const struct BuiltInFile rulesPromotionalOffer;
extern const struct BuiltInFile rulesOfferCode;
extern const struct BuiltInFile rulesMerchandising;

extern const struct BuiltInFile mappingAdapty;
extern const struct BuiltInFile mappingRevenueCat;
extern const struct BuiltInFile mappingRevenueCatEvents;
extern const struct BuiltInFile mappingSubscriberReport;

extern const struct BuiltInFile schemaCatalog;
extern const struct BuiltInFile schemaCheck;
extern const struct BuiltInFile schemaCompare;
extern const struct BuiltInFile schemaHistory;
extern const struct BuiltInFile schemaMapping;
extern const struct BuiltInFile schemaPlan;
extern const struct BuiltInFile schemaRedemption;
extern const struct BuiltInFile schemaResult;
extern const struct BuiltInFile schemaRules;
extern const struct BuiltInFile schemaScenarios;
extern const struct BuiltInFile schemaSummary;

// What the commands write.
extern const struct BuiltInFile pageStylesheet;
extern const struct BuiltInFile planStylesheet;
extern const struct BuiltInFile planScript;
extern const struct BuiltInFile bashCompletions;
extern const struct BuiltInFile zshCompletions;
extern const struct BuiltInFile fishCompletions;

extern const struct BuiltInFile starterCatalog;
extern const struct BuiltInFile starterScenarios;
extern const struct BuiltInFile starterReturning;
extern const struct BuiltInFile starterLoyal;
extern const struct BuiltInFile starterCheck;
extern const struct BuiltInFile starterWorkflow;
extern const struct BuiltInFile lintCriteria;
extern const struct BuiltInFile lintOffers;
extern const struct BuiltInFile lintChanges;
extern const struct BuiltInFile lintCustomers;

#endif
