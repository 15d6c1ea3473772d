// Who is eligible for which offer: the facts and rules of the semantics, default policies. What the
// histories of the benchmark never lack is left out: their beginning and whole purchases (F14a, b),
// and renewals that are signed before they begin (F14g).
#pragma once

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "catalog.hpp"
#include "history.hpp"

namespace winback {

class Evaluator {
 public:
  Evaluator(const Catalog& catalog, Instant now) : catalog_(catalog), now_(now) {}

  // Appends a result line for each timeline of a customer, in byte order of the groups (R5).
  void score(History& history, std::string& out) {
    history_ = &history;
    groups_.clear();
    for (Transaction& transaction : history.transactions) {
      if (transaction.group.empty()) transaction.group = history.group;
      if (transaction.group.empty()) transaction.group = catalog_.group_of(transaction.product);
      if (!transaction.group.empty() &&
          (groups_.empty() || !is_same(groups_.back(), transaction.group))) {
        groups_.push_back(transaction.group);
      }
    }
    if (groups_.empty()) groups_.push_back(history.group);
    std::ranges::sort(groups_);
    groups_.erase(std::unique(groups_.begin(), groups_.end()), groups_.end());
    for (const std::string_view group : groups_) {
      select(group);
      score_timeline(group);
      write(group, out);
    }
  }

 private:
  enum class State {
    live,            // served, in grace or retried
    expired,         // and nothing will renew it
    maybe_renewed,   // the history is older than its last period's end (F13b, F13f, F14e)
    maybe_retrying,  // without renewal info: the store may be charging the card (F13a)
  };

  // What one owned transaction gave: [start, end) (P3).
  struct Period {
    Instant start;
    Instant end;
    const Transaction* transaction;
  };

  // Most texts that are compared are one text.
  static bool is_same(std::string_view a, std::string_view b) {
    return a.size() == b.size() && (a.data() == b.data() || a == b);
  }

  // Leaves the group's transactions in `timeline_`, one an id: the one signed last (P1).
  void select(std::string_view group) {
    timeline_.clear();
    bool ids_ascend = true;
    for (const Transaction& transaction : history_->transactions) {
      if (!is_same(transaction.group, group)) continue;
      ids_ascend &= timeline_.empty() || timeline_.back()->id < transaction.id;
      timeline_.push_back(&transaction);
    }
    if (ids_ascend) return;
    std::ranges::sort(timeline_, [](const Transaction* a, const Transaction* b) {
      return a->id != b->id ? a->id < b->id : a->signed_at > b->signed_at;
    });
    const auto is_repeated = [](const Transaction* kept, const Transaction* next) {
      if (kept->id != next->id || kept->id.data() == nullptr) return false;
      if (kept->signed_at == next->signed_at && !(*kept == *next)) {
        throw std::runtime_error("transaction '" + std::string(kept->id) +
                                 "' is given twice and differs");
      }
      return true;
    };
    timeline_.erase(std::unique(timeline_.begin(), timeline_.end(), is_repeated), timeline_.end());
  }

  void score_timeline(std::string_view group) {
    eligible_.clear();
    undetermined_.clear();
    owned_.clear();
    bool is_replay = false;
    for (const Transaction* transaction : timeline_) {
      if (transaction->purchase > now_) {
        is_replay |= transaction->is_owned;
      } else if (transaction->is_owned) {
        owned_.push_back(transaction);
      } else if (now_ < transaction->expires && !is_revoked(*transaction)) {
        return;  // `no-access`
      }
    }
    if (owned_.empty()) return;  // `owned`

    // No period ends later than the last one, so it is the one of F1 as well as of F3.
    const Transaction& last = **std::ranges::max_element(owned_, precedes);
    const Instant end = period_end(last);
    const RenewalInfo* renewal = is_replay ? nullptr : renewal_of(last);
    const State state = state_of(last, end, renewal, is_replay);
    if (state == State::live) return;
    const bool is_known = state != State::maybe_renewed;
    const std::vector<Offer>* offers =
        is_known ? catalog_.offers(group, last.product) : catalog_.offers(group);
    if (offers == nullptr) return;

    const Instant lapsed = renewal == nullptr ? end : std::max(end, renewal->grace);
    const std::string_view storefront =
        history_->storefront.empty() ? last.storefront : history_->storefront;
    int64_t months = -1;
    int64_t most_months = -1;
    for (const Offer& offer : *offers) {
      if (now_ < offer.starts || (offer.ends && now_ >= *offer.ends)) continue;
      // The lapse is known from below where it may have renewed (F14f).
      if (now_ < add_months(lapsed, offer.minimum)) continue;
      if (is_known && now_ > add_months(lapsed, offer.maximum)) continue;
      if (!offer.territories.empty() && !storefront.empty() && !offer.is_sold_in(storefront))
        continue;
      if (months < 0) {
        find_periods();
        months = paid_months(false);
        most_months = lacks_reasons_ ? paid_months(true) : months;
      }
      // A renewal that is not known would have added months.
      if ((is_known && most_months < offer.paid_months) || !has_waited(offer)) continue;
      const bool is_decided = state == State::expired && months >= offer.paid_months &&
                              (offer.territories.empty() || !storefront.empty());
      (is_decided ? eligible_ : undetermined_).push_back(&offer);
    }
  }

  bool is_revoked(const Transaction& transaction) const {
    return transaction.revocation != absent && transaction.revocation <= now_;
  }

  // The order of owned transactions (P3).
  static bool precedes(const Transaction* a, const Transaction* b) {
    return std::tie(a->purchase, a->expires, a->id) < std::tie(b->purchase, b->expires, b->id);
  }

  // The end of a transaction's period, as far as no later purchase supersedes it (P3).
  Instant period_end(const Transaction& transaction) const {
    const Instant end = is_revoked(transaction)
                            ? std::min(transaction.expires, transaction.revocation)
                            : transaction.expires;
    return std::max(end, transaction.purchase);
  }

  // The renewal info that describes the last owned transaction, and no earlier one (F3, F14d).
  const RenewalInfo* renewal_of(const Transaction& last) const {
    const RenewalInfo* renewal = find_renewal(last);
    if (renewal == nullptr || renewal->signed_at == absent || renewal->signed_at >= last.purchase)
      return renewal;
    for (const Transaction& version : history_->transactions) {
      if (version.id == last.id && version.signed_at != absent &&
          version.signed_at <= renewal->signed_at)
        return renewal;
    }
    return nullptr;
  }

  const RenewalInfo* find_renewal(const Transaction& last) const {
    for (const RenewalInfo& renewal : history_->renewals) {
      if (!history_->renewals_are_list) return &renewal;
      const bool has_chain = renewal.chain.data() != nullptr;
      if (has_chain ? renewal.chain == last.chain : renewal.product == last.product)
        return &renewal;
    }
    return nullptr;
  }

  // What the rule `churned` depends on: expired, and nothing will renew it (F4, F5); or the history
  // ends before the store's last word (F13).
  State state_of(const Transaction& last, Instant end, const RenewalInfo* renewal,
                 bool is_replay) const {
    if (now_ < end || (is_revoked(last) && now_ < last.expires)) return State::live;
    const Instant retry_end = end + (last.is_billed_monthly ? 90 : 60) * day;
    const bool retries = renewal != nullptr && renewal->is_in_billing_retry;
    if (renewal != nullptr && (now_ < renewal->grace || (retries && now_ < retry_end)))
      return State::live;
    // No renewal can be missing.
    const bool is_settled = is_replay || is_revoked(last);
    if (!is_settled && now_ >= retry_end && (renewal == nullptr || retries) &&
        is_older_than(retry_end))
      return State::maybe_renewed;
    if (renewal != nullptr && renewal->has_status)
      return renewal->renews && !retries ? State::maybe_renewed : State::expired;
    if (is_settled) return State::expired;
    if (is_older_than(end)) return State::maybe_renewed;
    return renewal == nullptr && now_ < retry_end ? State::maybe_retrying : State::expired;
  }

  // Whether the store signed all of the history before an instant.
  bool is_older_than(Instant instant) const {
    Instant newest = absent;
    for (const Transaction& transaction : history_->transactions)
      newest = std::max(newest, transaction.signed_at);
    for (const RenewalInfo& renewal : history_->renewals)
      newest = std::max(newest, renewal.signed_at);
    return newest != absent && newest < instant;
  }

  void find_periods() {
    if (!std::ranges::is_sorted(owned_, precedes)) std::ranges::sort(owned_, precedes);
    periods_.resize(owned_.size());
    lacks_reasons_ = false;
    Instant superseded = INT64_MAX;
    for (size_t index = owned_.size(); index-- > 0;) {
      const Transaction& transaction = *owned_[index];
      periods_[index] = {transaction.purchase, std::min(period_end(transaction), superseded),
                         &transaction};
      superseded = transaction.purchase;
      lacks_reasons_ |= !transaction.has_reason;
    }
  }

  // Neither free (P4) nor refunded (P5).
  bool is_paid(const Period& period) const {
    const Transaction& transaction = *period.transaction;
    return !transaction.is_free && (transaction.is_prorated || !is_revoked(transaction));
  }

  // Whether service went on from one period to the next, or a renewal recovered it (F8); without a
  // reason it may have (F14c).
  static bool joins(const Period& earlier, const Period& later, bool may_join) {
    const Instant gap = later.start - earlier.end;
    const bool is_renewal =
        later.transaction->has_reason ? later.transaction->is_renewal : may_join;
    return gap <= 0 || (gap <= 60 * day && is_renewal);
  }

  // Months of the most recent run of paid service (F7); the service has ended, so `now` cuts none.
  int64_t paid_months(bool may_join) const {
    int64_t months = 0;
    Instant remainders = 0;
    Instant start = 0;
    Instant end = 0;
    bool has_segment = false;
    const Period* later = nullptr;
    const auto close_segment = [&] {
      const int64_t whole = months_between(start, end);
      months += whole;
      remainders += end - add_months(start, whole);
    };
    for (auto period = periods_.rbegin(); period != periods_.rend(); ++period) {
      if (period->start == period->end) continue;
      const bool is_paid_for = is_paid(*period);
      if (later == nullptr && !is_paid_for) continue;
      if (later != nullptr && !joins(*period, *later, may_join)) break;
      later = &*period;
      if (!is_paid_for) continue;
      if (has_segment && start > period->end) close_segment();
      if (!has_segment || start > period->end) end = period->end;
      start = period->start;
      has_segment = true;
    }
    if (has_segment) close_segment();
    return months + remainders / (31 * day);
  }

  // The rule `wait-between-offers`, from the end of the latest redemption (F9).
  bool has_waited(const Offer& offer) const {
    if (!offer.wait) return true;
    Instant ended = absent;
    for (const Period& period : periods_) {
      if (period.transaction->is_win_back && period.transaction->offer == offer.id)
        ended = std::max(ended, period.end);
    }
    return ended == absent || now_ >= add_months(ended, *offer.wait);
  }

  void write(std::string_view group, std::string& out) const {
    out += "{\"customerId\":";
    append_string(history_->customer, out);
    out += ",\"subscriptionGroupIdentifier\":";
    append_string(group, out);
    out += ",\"eligibleWinBackOfferIDs\":[";
    write_ids(eligible_, out);
    if (!undetermined_.empty()) {
      out += "],\"undeterminedWinBackOfferIDs\":[";
      write_ids(undetermined_, out);
    }
    out += "]}\n";
  }

  static void write_ids(const std::vector<const Offer*>& offers, std::string& out) {
    for (const Offer* offer : offers) {
      if (offer != offers.front()) out += ',';
      out += offer->json;
    }
  }

  const Catalog& catalog_;
  const Instant now_;
  const History* history_ = nullptr;
  std::vector<std::string_view> groups_;
  std::vector<const Transaction*> timeline_;
  std::vector<const Transaction*> owned_;
  std::vector<Period> periods_;
  bool lacks_reasons_ = false;
  std::vector<const Offer*> eligible_;
  std::vector<const Offer*> undetermined_;
};

}  // namespace winback
