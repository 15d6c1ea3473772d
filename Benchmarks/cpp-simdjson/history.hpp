// One line of a history file, read on demand: only the values that a fact needs are parsed.
#pragma once

#include <simdjson.h>

#include <cmath>
#include <cstring>
#include <string_view>
#include <vector>

#include "instant.hpp"

namespace winback {

inline constexpr Instant absent = INT64_MIN;

struct Transaction {
  std::string_view id;
  std::string_view chain;  // originalTransactionId
  std::string_view product;
  std::string_view group;
  std::string_view storefront;
  std::string_view offer;
  Instant purchase = absent;
  Instant expires = absent;
  Instant signed_at = absent;
  Instant revocation = absent;
  bool is_auto_renewable = true;
  bool is_owned = true;
  bool is_renewal = false;
  bool is_free = false;  // P4
  bool is_prorated = false;
  bool is_win_back = false;
  bool is_billed_monthly = false;

  bool operator==(const Transaction& other) const {
    return id == other.id && chain == other.chain && product == other.product &&
           group == other.group && storefront == other.storefront && offer == other.offer &&
           purchase == other.purchase && expires == other.expires && signed_at == other.signed_at &&
           revocation == other.revocation && is_owned == other.is_owned &&
           is_renewal == other.is_renewal && is_free == other.is_free &&
           is_prorated == other.is_prorated && is_win_back == other.is_win_back &&
           is_billed_monthly == other.is_billed_monthly;
  }
};

struct RenewalInfo {
  std::string_view chain;
  std::string_view product;
  Instant grace = absent;
  bool renews = false;
  bool is_in_billing_retry = false;
};

struct History {
  std::string_view customer;
  std::string_view storefront;
  std::string_view group;
  std::vector<Transaction> transactions;
  std::vector<RenewalInfo> renewals;
  bool renewals_are_list = false;

  void clear() {
    customer = storefront = group = {};
    transactions.clear();
    renewals.clear();
    renewals_are_list = false;
  }
};

namespace ondemand = simdjson::ondemand;

class HistoryReader {
 public:
  explicit HistoryReader(History& history) : history_(history) {}

  void read(ondemand::object line) {
    history_.clear();
    bool has_transactions = false;
    for_each_member(line, [&](Key key, ondemand::value value) {
      if (key == "customerId") {
        history_.customer = text(value);
      } else if (key == "storefront") {
        history_.storefront = text(value);
      } else if (key == "subscriptionGroupIdentifier") {
        history_.group = text(value);
      } else if (key == "transactions") {
        has_transactions = true;
        for (auto transaction : value.get_array()) read_transaction(transaction.get_object());
      } else if (key == "renewalInfo") {
        read_renewals(value);
      } else {
        return false;
      }
      return true;
    });
    if (history_.customer.data() == nullptr) throw std::runtime_error("expected 'customerId'");
    if (!has_transactions) throw std::runtime_error("expected 'transactions'");
  }

 private:
  // A key as it stands in the file, up to its closing quote.
  class Key {
   public:
    explicit Key(const char* start) : start_(start) {}

    template <size_t Size>
    bool operator==(const char (&name)[Size]) const {
      return std::memcmp(start_, name, Size - 1) == 0 && start_[Size - 1] == '"';
    }

    char first() const { return *start_; }

    bool is_escaped() const {
      const char* end = start_;
      while (*end != '"' && *end != '\\') ++end;
      return *end == '\\';
    }

   private:
    const char* start_;
  };

  // Calls `read` for each member; it returns whether it knows the key.
  template <typename Read>
  static void for_each_member(ondemand::object json, Read read) {
    for (auto field : json) {
      const Key key(field.key().value().raw());
      if (!read(key, field.value()) && key.is_escaped()) {
        std::string name(field.unescaped_key().value());
        name += '"';
        name.resize(name.size() + simdjson::SIMDJSON_PADDING);
        read(Key(name.data()), field.value());
      }
    }
  }

  void read_transaction(ondemand::object json) {
    Transaction& transaction = history_.transactions.emplace_back();
    for_each_member(json, [&](Key key, ondemand::value value) {
      switch (key.first()) {
        case 't':
          if (key == "transactionId") return set(transaction.id, text(value));
          if (key == "transactionReason")
            return set(transaction.is_renewal, text(value) == "RENEWAL");
          if (key == "type")
            return set(transaction.is_auto_renewable, is_auto_renewable(text(value)));
          return false;
        case 'o':
          if (key == "originalTransactionId") return set(transaction.chain, text(value));
          if (key == "offerType") return set(transaction.is_win_back, is_number(value, 4));
          if (key == "offerIdentifier") return set(transaction.offer, text(value));
          if (key == "offerDiscountType")
            return set(transaction.is_free, text(value) == "FREE_TRIAL" || transaction.is_free);
          return false;
        case 'p':
          if (key == "productId") return set(transaction.product, text(value));
          if (key == "purchaseDate") return set(transaction.purchase, date(value));
          if (key == "price")
            return set(transaction.is_free, is_number(value, 0) || transaction.is_free);
          return false;
        case 's':
          if (key == "subscriptionGroupIdentifier") return set(transaction.group, text(value));
          if (key == "storefront") return set(transaction.storefront, text(value));
          if (key == "signedDate") return set(transaction.signed_at, date(value));
          return false;
        case 'e':
          if (key == "expiresDate") return set(transaction.expires, date(value));
          return false;
        case 'i':
          if (key == "inAppOwnershipType") return set(transaction.is_owned, is_owned(text(value)));
          return false;
        case 'r':
          if (key == "revocationDate") return set(transaction.revocation, date(value));
          if (key == "revocationType")
            return set(transaction.is_prorated, text(value) == "REFUND_PRORATED");
          return false;
        case 'b':
          if (key == "billingPlanType")
            return set(transaction.is_billed_monthly, text(value) == "MONTHLY");
          return false;
        default:
          return false;
      }
    });
    if (!transaction.is_auto_renewable) {
      history_.transactions.pop_back();
    } else if (transaction.product.data() == nullptr || transaction.purchase == absent ||
               transaction.expires == absent) {
      throw std::runtime_error("expected 'productId', 'purchaseDate' and 'expiresDate'");
    }
  }

  template <typename Member, typename Value>
  static bool set(Member& member, const Value& value) {
    member = value;
    return true;
  }

  static bool is_auto_renewable(std::string_view type) {
    return type.data() == nullptr || type == "Auto-Renewable Subscription";
  }

  static bool is_owned(std::string_view ownership) {
    return ownership.data() == nullptr || ownership == "PURCHASED";
  }

  void read_renewals(ondemand::value value) {
    switch (value.type()) {
      case ondemand::json_type::array:
        history_.renewals_are_list = true;
        for (auto renewal : value.get_array()) read_renewal(renewal.get_object());
        break;
      case ondemand::json_type::null:
        break;
      default:
        read_renewal(value.get_object());
    }
  }

  void read_renewal(ondemand::object json) {
    RenewalInfo& renewal = history_.renewals.emplace_back();
    for_each_member(json, [&](Key key, ondemand::value value) {
      if (key == "autoRenewStatus") return set(renewal.renews, is_number(value, 1));
      if (key == "isInBillingRetryPeriod") return set(renewal.is_in_billing_retry, is_true(value));
      if (key == "gracePeriodExpiresDate") return set(renewal.grace, date(value));
      if (key == "originalTransactionId") return set(renewal.chain, text(value));
      if (key == "productId") return set(renewal.product, text(value));
      return false;
    });
  }

  // A string without its quotes, in place where it has no escapes; without data where it is null.
  static std::string_view text(ondemand::value value) {
    const std::string_view token = value.raw_json_token();
    if (token.front() == 'n' && value.is_null()) return {};
    if (token.front() != '"' || std::memchr(token.data(), '\\', token.size()) != nullptr) {
      return value.get_string();
    }
    return token.substr(1, token.rfind('"') - 1);
  }

  static Instant date(ondemand::value value) {
    const std::string_view token = value.raw_json_token();
    if (token.front() == '"') return DateReader(text(value)).read();
    if (token.front() == 'n' && value.is_null()) return absent;
    int64_t integer;
    if (value.get_int64().get(integer) == simdjson::SUCCESS) return integer;
    return static_cast<Instant>(std::floor(value.get_double().value()));
  }

  static bool is_number(ondemand::value value, int64_t expected) {
    if (value.raw_json_token().front() == 'n' && value.is_null()) return false;
    int64_t integer;
    if (value.get_int64().get(integer) == simdjson::SUCCESS) return integer == expected;
    return value.get_double() == static_cast<double>(expected);
  }

  static bool is_true(ondemand::value value) {
    return value.raw_json_token().front() == 't' && value.get_bool();
  }

  History& history_;
};

}  // namespace winback
