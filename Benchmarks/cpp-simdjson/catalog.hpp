// The win-back offers of a catalog, best first, ready for comparison.
#pragma once

#include <simdjson.h>

#include <algorithm>
#include <map>
#include <optional>
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

class Catalog {
 public:
  explicit Catalog(const std::string& path) {
    simdjson::dom::parser parser;
    for (auto json : parser.load(path)["subscriptionGroups"]) {
      const std::string group = text(json["id"]);
      std::vector<Offer>& all = groups_[group];
      for (auto product : json["subscriptions"]) {
        Product& read = products_[text(product["productId"])];
        read.group = group;
        simdjson::dom::array offers;
        if (product["winBackOffers"].get(offers) == simdjson::SUCCESS) {
          for (auto offer : offers) read.offers.push_back(read_offer(offer));
        }
        sort(read.offers);
        all.insert(all.end(), read.offers.begin(), read.offers.end());
      }
      sort(all);
    }
  }

  // The offers of a group; null where the catalog does not have it.
  const std::vector<Offer>* offers(std::string_view group) const {
    const auto found = groups_.find(group);
    return found == groups_.end() ? nullptr : &found->second;
  }

  // The offers of a group's product; null where the catalog does not have it.
  const std::vector<Offer>* offers(std::string_view group, std::string_view product) const {
    const auto found = products_.find(product);
    return found == products_.end() || found->second.group != group ? nullptr
                                                                    : &found->second.offers;
  }

  // The group that a product belongs to; empty where no group has it.
  std::string_view group_of(std::string_view product) const {
    const auto found = products_.find(product);
    return found == products_.end() ? std::string_view() : found->second.group;
  }

 private:
  using Element = simdjson::dom::element;
  using Result = simdjson::simdjson_result<Element>;

  struct Product {
    std::string group;
    std::vector<Offer> offers;
  };

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
    offer.starts = read_date(text(json["startDate"]));
    std::string_view end;
    if (json["endDate"].get(end) == simdjson::SUCCESS)
      offer.ends = read_date(end.substr(0, 10)) + day;
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
    static const std::map<std::string, int64_t> lengths{
        {"THREE_DAYS", 3},  {"ONE_WEEK", 7},      {"TWO_WEEKS", 14},   {"ONE_MONTH", 30},
        {"TWO_MONTHS", 60}, {"THREE_MONTHS", 90}, {"SIX_MONTHS", 180}, {"ONE_YEAR", 365}};
    return lengths.at(duration);
  }

  std::map<std::string, std::vector<Offer>, std::less<>> groups_;
  std::map<std::string, Product, std::less<>> products_;
};

}  // namespace winback
