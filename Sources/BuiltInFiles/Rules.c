#include "BuiltInFiles.h"

#define BUILT_IN_FILE(name) const struct BuiltInFile name = {name##Bytes, sizeof name##Bytes}
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t rulesAppStoreBytes[] = {
#embed "../../Rules/AppStore.json"
};
BUILT_IN_FILE(rulesAppStore);

static const uint8_t rulesIntroductoryOfferBytes[] = {
#embed "../../Rules/IntroductoryOffer.json"
};
BUILT_IN_FILE(rulesIntroductoryOffer);

static const uint8_t rulesPromotionalOfferBytes[] = {
#embed "../../Rules/PromotionalOffer.json"
};
BUILT_IN_FILE(rulesPromotionalOffer);

static const uint8_t rulesOfferCodeBytes[] = {
#embed "../../Rules/OfferCode.json"
};
BUILT_IN_FILE(rulesOfferCode);

static const uint8_t rulesMerchandisingBytes[] = {
#embed "../../Rules/Merchandising.json"
};
BUILT_IN_FILE(rulesMerchandising);

static const uint8_t mappingAdaptyBytes[] = {
#embed "../../Rules/mappings/adapty.json"
};
BUILT_IN_FILE(mappingAdapty);

static const uint8_t mappingRevenueCatEventsBytes[] = {
#embed "../../Rules/mappings/revenuecat-events.json"
};
BUILT_IN_FILE(mappingRevenueCatEvents);

static const uint8_t mappingRevenueCatBytes[] = {
#embed "../../Rules/mappings/revenuecat.json"
};
BUILT_IN_FILE(mappingRevenueCat);

static const uint8_t mappingSubscriberReportBytes[] = {
#embed "../../Rules/mappings/subscriber-report.json"
};
BUILT_IN_FILE(mappingSubscriberReport);

static const uint8_t schemaCatalogBytes[] = {
#embed "../../Rules/schema/catalog.schema.json"
};
BUILT_IN_FILE(schemaCatalog);

static const uint8_t schemaCheckBytes[] = {
#embed "../../Rules/schema/check.schema.json"
};
BUILT_IN_FILE(schemaCheck);

static const uint8_t schemaCompareBytes[] = {
#embed "../../Rules/schema/compare.schema.json"
};
BUILT_IN_FILE(schemaCompare);

static const uint8_t schemaHistoryBytes[] = {
#embed "../../Rules/schema/history.schema.json"
};
BUILT_IN_FILE(schemaHistory);

static const uint8_t schemaMappingBytes[] = {
#embed "../../Rules/schema/mapping.schema.json"
};
BUILT_IN_FILE(schemaMapping);

static const uint8_t schemaPlanBytes[] = {
#embed "../../Rules/schema/plan.schema.json"
};
BUILT_IN_FILE(schemaPlan);

static const uint8_t schemaRedemptionBytes[] = {
#embed "../../Rules/schema/redemption.schema.json"
};
BUILT_IN_FILE(schemaRedemption);

static const uint8_t schemaResultBytes[] = {
#embed "../../Rules/schema/result.schema.json"
};
BUILT_IN_FILE(schemaResult);

static const uint8_t schemaRulesBytes[] = {
#embed "../../Rules/schema/rules.schema.json"
};
BUILT_IN_FILE(schemaRules);

static const uint8_t schemaScenariosBytes[] = {
#embed "../../Rules/schema/scenarios.schema.json"
};
BUILT_IN_FILE(schemaScenarios);

static const uint8_t schemaSummaryBytes[] = {
#embed "../../Rules/schema/summary.schema.json"
};
BUILT_IN_FILE(schemaSummary);
