// One line of a history file, read on demand: only the values that a fact needs are parsed.
#pragma once

#include <simdjson.h>

#include <cmath>
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
  bool has_reason = false;
  bool is_free = false;  // P4
  bool is_prorated = false;
  bool is_win_back = false;
  bool is_billed_monthly = false;

  bool operator==(const Transaction&) const = default;
};

struct RenewalInfo {
  std::string_view chain;
  std::string_view product;
  Instant grace = absent;
  Instant signed_at = absent;
  bool has_status = false;
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
    for_each_member(line, [&](std::string_view key, ondemand::value& value) {
      if (is(key, "customerId")) return set(history_.customer, text(value));
      if (is(key, "storefront")) return set(history_.storefront, text(value));
      if (is(key, "subscriptionGroupIdentifier")) return set(history_.group, text(value));
      if (is(key, "renewalInfo")) return read_renewals(value);
      if (!is(key, "transactions")) return false;
      for (auto transaction : value.get_array()) read_transaction(transaction.get_object());
      return has_transactions = true;
    });
    if (history_.customer.data() == nullptr) throw std::runtime_error("expected 'customerId'");
    if (!has_transactions) throw std::runtime_error("expected 'transactions'");
  }

 private:
  // Calls `read` for each member; it returns whether it knows the key.
  template <typename Read>
  static void for_each_member(ondemand::object json, Read read) {
    for (ondemand::field field : json) {
      const std::string_view key = field.escaped_key();
      if (!read(key, field.value()) && may_have_escape(key)) {
        const std::string name(field.unescaped_key().value());
        read(name, field.value());
      }
    }
  }

  // Compares the lengths first, which a comparison of views leaves to a call.
  template <size_t Size>
  static bool is(std::string_view key, const char (&name)[Size]) {
    return key.size() == Size - 1 && std::memcmp(key.data(), name, Size - 1) == 0;
  }

  void read_transaction(ondemand::object json) {
    Transaction& transaction = history_.transactions.emplace_back();
    for_each_member(json, [&](std::string_view key, ondemand::value& value) {
      // In order of their lengths, by which the compiler finds the one to compare.
      if (is(key, "type"))
        return set(transaction.is_auto_renewable,
                   is_null_or(value, "\"Auto-Renewable Subscription\""));
      if (is(key, "price"))
        return set(transaction.is_free, is_number(value, 0) || transaction.is_free);
      if (is(key, "productId")) return set(transaction.product, text(value));
      if (is(key, "offerType")) return set(transaction.is_win_back, is_number(value, 4));
      if (is(key, "signedDate")) return set(transaction.signed_at, date(value));
      if (is(key, "storefront")) return set(transaction.storefront, text(value));
      if (is(key, "expiresDate")) return set(transaction.expires, date(value));
      if (is(key, "purchaseDate")) return set(transaction.purchase, date(value));
      if (is(key, "transactionId")) return set(transaction.id, text(value));
      if (is(key, "revocationDate")) return set(transaction.revocation, date(value));
      if (is(key, "revocationType"))
        return set(transaction.is_prorated, is_text(value, "\"REFUND_PRORATED\""));
      if (is(key, "offerIdentifier")) return set(transaction.offer, text(value));
      if (is(key, "billingPlanType"))
        return set(transaction.is_billed_monthly, is_text(value, "\"MONTHLY\""));
      if (is(key, "transactionReason")) {
        transaction.has_reason = value.raw_json_token().front() != 'n';
        return set(transaction.is_renewal, is_text(value, "\"RENEWAL\""));
      }
      if (is(key, "offerDiscountType"))
        return set(transaction.is_free, is_text(value, "\"FREE_TRIAL\"") || transaction.is_free);
      if (is(key, "inAppOwnershipType"))
        return set(transaction.is_owned, is_null_or(value, "\"PURCHASED\""));
      if (is(key, "originalTransactionId")) return set(transaction.chain, text(value));
      if (is(key, "subscriptionGroupIdentifier")) return set(transaction.group, text(value));
      return false;
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

  bool read_renewals(ondemand::value& value) {
    history_.renewals_are_list = value.type() == ondemand::json_type::array;
    if (history_.renewals_are_list) {
      for (auto renewal : value.get_array()) read_renewal(renewal.get_object());
    } else if (!value.is_null()) {
      read_renewal(value.get_object());
    }
    return true;
  }

  void read_renewal(ondemand::object json) {
    RenewalInfo& renewal = history_.renewals.emplace_back();
    for_each_member(json, [&](std::string_view key, ondemand::value& value) {
      if (is(key, "autoRenewStatus")) {
        renewal.has_status = !value.is_null();
        return set(renewal.renews, is_number(value, 1));
      }
      if (is(key, "signedDate")) return set(renewal.signed_at, date(value));
      if (is(key, "isInBillingRetryPeriod"))
        return set(renewal.is_in_billing_retry, is_true(value));
      if (is(key, "gracePeriodExpiresDate")) return set(renewal.grace, date(value));
      if (is(key, "originalTransactionId")) return set(renewal.chain, text(value));
      if (is(key, "productId")) return set(renewal.product, text(value));
      return false;
    });
  }

  // A string without its quotes, in place where it has no escapes; without data where it is null.
  static std::string_view text(ondemand::value& value) {
    std::string_view token = value.raw_json_token();
    if (token.front() == 'n' && value.is_null()) return {};
    if (token.front() != '"') return value.get_string();
    while (token.back() != '"') token.remove_suffix(1);  // white space
    if (may_have_escape(token)) return value.get_string();
    // This takes the value, which costs less than to leave it to be skipped.
    if (value.get_raw_json_string().error()) return value.get_string();
    return token.substr(1, token.size() - 2);
  }

  // Whether a string is one that is given with its quotes.
  template <size_t Size>
  static bool is_text(ondemand::value& value, const char (&quoted)[Size]) {
    const std::string_view token = value.raw_json_token();
    if (token.size() >= Size - 1 && std::memcmp(token.data(), quoted, Size - 1) == 0) {
      return !value.get_raw_json_string().error();
    }
    return token.front() == '"' && text(value) == std::string_view(quoted + 1, Size - 3);
  }

  template <size_t Size>
  static bool is_null_or(ondemand::value& value, const char (&quoted)[Size]) {
    return is_text(value, quoted) || value.is_null();
  }

  static Instant date(ondemand::value& value) {
    const std::string_view token = value.raw_json_token();
    Instant instant;
    if (token.front() == '"') return read_date(text(value));
    if (read_usual_milliseconds(token, instant)) return instant;
    if (token.front() == 'n' && value.is_null()) return absent;
    if (value.get_int64().get(instant) == simdjson::SUCCESS) return instant;
    return static_cast<Instant>(std::floor(value.get_double().value()));
  }

  // Whether a number is a digit.
  static bool is_number(ondemand::value& value, int expected) {
    const std::string_view token = value.raw_json_token();
    if (token.size() == 1) return token.front() == '0' + expected;
    if (token.front() == 'n' && value.is_null()) return false;
    int64_t integer;
    if (value.get_int64().get(integer) == simdjson::SUCCESS) return integer == expected;
    return value.get_double() == static_cast<double>(expected);
  }

  static bool is_true(ondemand::value& value) {
    return value.raw_json_token().front() == 't' && value.get_bool();
  }

  History& history_;
};

}  // namespace winback
