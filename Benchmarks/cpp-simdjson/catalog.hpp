// The win-back offers of a catalog, best first, ready for comparison.
#pragma once

#include <simdjson.h>

#include <string>
#include <tuple>
#include <vector>

#include "instant.hpp"
#include "output.hpp"

namespace winback {

struct Offer {
  std::string id;
  std::string json;  // the id as it is written
  int64_t paid_months;
  int64_t minimum;
  int64_t maximum;
  std::optional<int64_t> wait;
  Instant starts;
  std::optional<Instant> ends;
  std::vector<std::string> territories;
  std::tuple<bool, int, int64_t> rank;  // R2, before the id

  bool is_sold_in(std::string_view storefront) const {
    return std::find(territories.begin(), territories.end(), storefront) != territories.end();
  }
};

struct Product {
  std::string id;
  std::vector<Offer> offers;
};

struct Group {
  std::string id;
  std::vector<Product> products;
  std::vector<Offer> offers;  // of all products
};

class Catalog {
 public:
  explicit Catalog(const std::string& path) {
    simdjson::dom::parser parser;
    for (auto json : parser.load(path)["subscriptionGroups"]) {
      Group group{text(json["id"]), {}, {}};
      for (auto product : json["subscriptions"]) {
        Product read{text(product["productId"]), {}};
        simdjson::dom::array offers;
        if (product["winBackOffers"].get(offers) == simdjson::SUCCESS) {
          for (auto offer : offers) read.offers.push_back(read_offer(offer));
        }
        sort(read.offers);
        group.offers.insert(group.offers.end(), read.offers.begin(), read.offers.end());
        group.products.push_back(std::move(read));
      }
      sort(group.offers);
      groups_.push_back(std::move(group));
    }
  }

  // The offers of a group; null where the catalog does not have it.
  const std::vector<Offer>* offers(std::string_view group) const {
    const Group* found = find(group);
    return found == nullptr ? nullptr : &found->offers;
  }

  // The offers of a group's product; null where the catalog does not have it.
  const std::vector<Offer>* offers(std::string_view group, std::string_view product) const {
    const Group* found = find(group);
    if (found == nullptr) return nullptr;
    for (const Product& candidate : found->products) {
      if (candidate.id == product) return &candidate.offers;
    }
    return nullptr;
  }

  // The group that a product belongs to; empty where no group has it.
  std::string_view group_of(std::string_view product) const {
    for (const Group& group : groups_) {
      for (const Product& candidate : group.products) {
        if (candidate.id == product) return group.id;
      }
    }
    return {};
  }

 private:
  using Element = simdjson::dom::element;
  using Result = simdjson::simdjson_result<Element>;

  const Group* find(std::string_view id) const {
    for (const Group& group : groups_) {
      if (group.id == id) return &group;
    }
    return nullptr;
  }

  static void sort(std::vector<Offer>& offers) {
    std::sort(offers.begin(), offers.end(), [](const Offer& a, const Offer& b) {
      return std::tie(a.rank, a.id) < std::tie(b.rank, b.id);
    });
  }

  static std::string text(Result value) { return std::string(value.get_string().value()); }

  static Offer read_offer(Element json) {
    Offer offer;
    offer.id = text(json["offerId"]);
    append_string(offer.id, offer.json);
    offer.paid_months = json["customerEligibilityPaidSubscriptionDurationInMonths"].get_int64();
    Element lapsed = json["customerEligibilityTimeSinceLastSubscribedInMonths"];
    offer.minimum = lapsed["minimum"].get_int64();
    offer.maximum = lapsed["maximum"].get_int64();
    int64_t wait;
    if (json["customerEligibilityWaitBetweenOffersInMonths"].get(wait) == simdjson::SUCCESS)
      offer.wait = wait;
    offer.starts = DateReader(text(json["startDate"])).read();
    std::string_view end;
    if (json["endDate"].get(end) == simdjson::SUCCESS)
      offer.ends = DateReader(end.substr(0, 10)).read() + day;
    simdjson::dom::array list;
    if (json["territories"].get(list) == simdjson::SUCCESS) {
      for (auto territory : list) offer.territories.push_back(text(Result(Element(territory))));
    } else if (json["prices"].get(list) == simdjson::SUCCESS) {
      for (auto price : list) offer.territories.push_back(text(price["territory"]));
    }
    std::string_view priority;
    const bool is_high = json["priority"].get(priority) == simdjson::SUCCESS && priority == "HIGH";
    int64_t count;
    if (json["periodCount"].get(count) != simdjson::SUCCESS) count = 1;
    offer.rank = {!is_high, mode_rank(text(json["offerMode"])),
                  -days(text(json["duration"])) * count};
    return offer;
  }

  static int mode_rank(const std::string& mode) {
    return mode == "FREE_TRIAL" ? 0 : mode == "PAY_UP_FRONT" ? 1 : 2;
  }

  static int64_t days(const std::string& duration) {
    static const std::pair<const char*, int64_t> lengths[] = {
        {"THREE_DAYS", 3},  {"ONE_WEEK", 7},      {"TWO_WEEKS", 14},   {"ONE_MONTH", 30},
        {"TWO_MONTHS", 60}, {"THREE_MONTHS", 90}, {"SIX_MONTHS", 180}, {"ONE_YEAR", 365}};
    for (const auto& [name, length] : lengths) {
      if (duration == name) return length;
    }
    throw std::runtime_error("unknown duration '" + duration + "'");
  }

  std::vector<Group> groups_;
};

}  // namespace winback
