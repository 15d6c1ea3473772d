// What the commands write: pages, the files of `winback new`, the pages about findings.

#include "BuiltInFiles.h"

#define BUILT_IN_FILE(name) const struct BuiltInFile name = {name##Bytes, sizeof name##Bytes}
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t pageStylesheetBytes[] = {
#embed "Commands/report.css"
};
BUILT_IN_FILE(pageStylesheet);

static const uint8_t planStylesheetBytes[] = {
#embed "Commands/plan.css"
};
BUILT_IN_FILE(planStylesheet);

static const uint8_t planScriptBytes[] = {
#embed "Commands/plan.js"
};
BUILT_IN_FILE(planScript);

static const uint8_t bashCompletionsBytes[] = {
#embed "Commands/Completions/winback.bash"
};
BUILT_IN_FILE(bashCompletions);

static const uint8_t zshCompletionsBytes[] = {
#embed "Commands/Completions/_winback"
};
BUILT_IN_FILE(zshCompletions);

static const uint8_t fishCompletionsBytes[] = {
#embed "Commands/Completions/winback.fish"
};
BUILT_IN_FILE(fishCompletions);

static const uint8_t starterCatalogBytes[] = {
#embed "Commands/Starter/catalog.json"
};
BUILT_IN_FILE(starterCatalog);

static const uint8_t starterScenariosBytes[] = {
#embed "Commands/Starter/offers.scenarios.json"
};
BUILT_IN_FILE(starterScenarios);

static const uint8_t starterReturningBytes[] = {
#embed "Commands/Starter/returning.json"
};
BUILT_IN_FILE(starterReturning);

static const uint8_t starterLoyalBytes[] = {
#embed "Commands/Starter/loyal.json"
};
BUILT_IN_FILE(starterLoyal);

static const uint8_t starterCheckBytes[] = {
#embed "Commands/Starter/winback.json"
};
BUILT_IN_FILE(starterCheck);

static const uint8_t starterWorkflowBytes[] = {
#embed "Commands/Starter/win-back-offers.yml"
};
BUILT_IN_FILE(starterWorkflow);

static const uint8_t lintCriteriaBytes[] = {
#embed "../../Documentation/Lint/Criteria.md"
};
BUILT_IN_FILE(lintCriteria);

static const uint8_t lintOffersBytes[] = {
#embed "../../Documentation/Lint/Offers.md"
};
BUILT_IN_FILE(lintOffers);

static const uint8_t lintChangesBytes[] = {
#embed "../../Documentation/Lint/Changes.md"
};
BUILT_IN_FILE(lintChanges);

static const uint8_t lintCustomersBytes[] = {
#embed "../../Documentation/Lint/Customers.md"
};
BUILT_IN_FILE(lintCustomers);
