"""The inputs that grow: each function makes one of a size."""

import json
import pathlib
import tempfile

import trials
from trials import MAPPING, history, one_subscription


def offer(number, alike=False, days=False, **more):
    """An offer, which asks as the first or starts on a day of its own if that is said."""
    if alike:
        more["customerEligibilityWaitBetweenOffersInMonths"] = 2 + number % 23
    if days:
        more["startDate"] = f"{2023 + number // 336}-{1 + number // 28 % 12:02}-{1 + number % 28:02}"
    return {**trials.offer(0 if alike else number, **more), "offerId": f"o{number}"}


def catalog(groups=1, subscriptions=1, offers=2, **more):
    return json.dumps({"subscriptionGroups": [
        {"id": f"g{group}", "subscriptions": [
            {"productId": f"p{group}.{number}", "winBackOffers": [
                offer(number * offers + index, **more) for index in range(offers)]}
            for number in range(subscriptions)]}
        for group in range(groups)]})


def lines(count, **more):
    return "".join(json.dumps(history(customer=f"c{number}", **more)) + "\n" for number in range(count))


def rows(count):
    return "c,p,a,b\n" + "".join(
        f"c{number // 3},p0.0,2024-0{1 + number % 3}-01,2024-0{2 + number % 3}-01\n"
        for number in range(count))


def renewals(count):
    return json.dumps(history(renewalInfo=[
        {"productId": f"x{number}", "originalTransactionId": str(number), "autoRenewStatus": 0}
        for number in range(count)]))


def connect(count):
    data = [{"type": "subscriptions", "id": str(number), "attributes": {
        "name": f"s{number}", "productId": f"p{number}", "subscriptionPeriod": "ONE_MONTH", "groupLevel": 1},
        "relationships": {"group": {"data": {"type": "subscriptionGroups", "id": "1"}}}}
        for number in range(count)]
    included = [{"type": "winBackOffers", "id": f"o{number}", "attributes": {
        "referenceName": "x", "periodCount": 1, "priority": "NORMAL", **offer(number)},
        "relationships": {"subscription": {"data": {"type": "subscriptions", "id": str(number)}}}}
        for number in range(count)]
    return json.dumps({"data": data, "included": included})


def territories(count):
    known = ["USA", "JPN", "DEU", "FRA", "GBR", "ITA", "ESP", "CAN"]
    return [known[number % len(known)] for number in range(count)]


def rule_set(place, *requirements, **more):
    """The rules of the App Store, with a rule more for each requirement and with other keys."""
    shipped = json.loads(place.output("print", "rules", "AppStore"))
    rules = [{**shipped["rules"][0], "id": f"more-{number}", "require": requirement}
             for number, requirement in enumerate(requirements)]
    return json.dumps({**shipped, "rules": shipped["rules"] + rules, **{
        key: change(shipped[key]) if callable(change) else change for key, change in more.items()}})


def many_rules(place, count):
    return rule_set(place, *(f"subscription.state != 'none' || {number} < 0" for number in range(count)))


def windows(place, count):
    return rule_set(place, "!has(subscription.lapsedAt) || " + " || ".join(
        f"(now >= addMonths(subscription.lapsedAt, {2 * number}) "
        f"&& now < addMonths(subscription.lapsedAt, {2 * number + 1}))" for number in range(count)))


def suppressions(count):
    return json.dumps({"catalog": "catalog.json", "suppressions": [
        {"code": "start-date-passed", "offerId": f"o{number}", "reason": "known"} for number in range(count)]})


def introductory(count):
    return one_subscription([offer(0)], introductoryOffers=[
        {"offerMode": "FREE_TRIAL", "duration": "ONE_WEEK", "numberOfPeriods": 1,
         "territories": territories(8)[number % 8:][:1],
         "startDate": f"{2011 + number // 8}-01-01", "endDate": f"{2011 + number // 8}-01-31"}
        for number in range(count)])


def moved(count):
    """A catalog in which each product is in the next group."""
    groups = json.loads(catalog(groups=count, offers=1))["subscriptionGroups"]
    for number, group in enumerate(groups):
        group["subscriptions"][0]["productId"] = f"p{(number + 1) % count}.0"
    return json.dumps({"subscriptionGroups": groups})


def groups_of_one(count, infos=0):
    """A customer with a purchase and renewal information in each of many groups."""
    purchases = [history(1, product=f"p{number}.0")["transactions"][0] | {"transactionId": f"{number:06}"}
                 for number in range(count)]
    return json.dumps({"customerId": "c", "transactions": purchases, "renewalInfo": [
        {"productId": f"p{number}.0", "originalTransactionId": f"{number:06}", "autoRenewStatus": 0}
        for number in range(max(count, infos))]})


def redemptions(count):
    """A customer who redeemed each of as many offers."""
    purchases = history(count)
    for number, transaction in enumerate(purchases["transactions"]):
        transaction |= {"offerType": 4, "offerIdentifier": f"o{number}"}
    return json.dumps(purchases)


def nested(count):
    """A customer with purchases each of which lies within the one before."""
    purchases = history(count)
    last = purchases["transactions"][-1]["expiresDate"]
    for number, transaction in enumerate(purchases["transactions"]):
        transaction["expiresDate"] = last + (count - number) * 60_000
    return json.dumps(purchases)


def mapping(count):
    """A mapping that compares each row with so many words: nulls, sources of a field and values of conditions."""
    words = [f"c{number}" for number in range(count // 4)]
    price = [{"column": "p", "where": {"a": [word]}} for word in words]
    return json.dumps({**MAPPING, "nulls": words, "only": [{"column": "c", "values": words, "others": "others"}],
                       "fields": {**MAPPING["fields"], "price": price}})


def store_kit(place, count):
    """The StoreKit configuration of a catalog."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "catalog.json"
        path.write_text(catalog(groups=count, offers=1))
        return place.output("convert", path, "--to", "storekit")


def order_keys(place, count):
    return rule_set(place, order=lambda keys: (keys * count)[:count])


def policies(place, count, values):
    """A rule set with more policies of so many values each, which a rule reads."""
    more = [{"name": f"more{number}", "value": "v", "alternatives": [{"value": f"v{value}"} for value in range(values)]}
            for number in range(count)]
    return rule_set(place, " && ".join(f"policy.{policy['name']} != 'v0'" for policy in more),
                    policies=lambda shipped: shipped + more)


def attributes(place, count, customers):
    """A rule set with so many attributes, which a rule reads, and customers with all of them."""
    names = [f"a{number}" for number in range(count)]
    requirement = " || ".join(f"has(customer.attributes.{name})" for name in names[-300:])
    return {"rules.json": rule_set(place, requirement, attributes=dict.fromkeys(names, "int")),
            "histories.jsonl": lines(customers, attributes=dict.fromkeys(names, 1))}


def products_of_350(count):
    """As many offers, 350 for each product."""
    return {"catalog.json": json.dumps({"subscriptionGroups": [{"id": "g0", "subscriptions": [
        {"productId": f"p0.{start}", "winBackOffers": [offer(index) for index in range(start, min(count, start + 350))]}
        for start in range(0, count, 350)]}]})}


def timeline_file(count):
    """As many scenarios as customers of the one history file that they name."""
    return {"histories.jsonl": lines(count), "all.scenarios.json": json.dumps({
        "catalog": "catalog.json", "scenarios": [
            {"name": f"s{number}", "customerId": f"c{number}", "timeline": "histories.jsonl",
             "expect": [{"asOf": "2025-01-15", "eligible": []}]} for number in range(count)]})}


def scenario_files(count):
    """As many scenario files as their catalog has offers, each in a group of its own."""
    return {f"{number}.scenarios.json": scenarios(1) for number in range(count)} | {
        "catalog.json": catalog(groups=count, offers=1)}


def scenarios(count, product="p0.0"):
    return json.dumps({"catalog": "catalog.json", "scenarios": [
        {"name": f"s{number}", "history": [
            {"subscribe": product.format(number), "on": "2024-01-01", "months": 5}, {"cancel": True}],
         "expect": [{"asOf": "2025-01-15", "eligible": []}]} for number in range(count)]})
