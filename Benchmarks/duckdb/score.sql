-- The facts and rules of the semantics as SQL over lists. A row is a customer, then a timeline, from
-- the first step to the last: nothing is joined, grouped or sorted across rows, so the file streams.
--
-- score.py sets the variables `as_of`, `output` and `renewal_info` (the type of a renewal info) and
-- defines histories(), catalog(), instant(date) and renewal_in(transaction), which depend on the files.
-- It leaves out what these histories never lack: their beginning and whole purchases (F14a, b), and renewals that
-- are signed before they begin (F14g).

CREATE MACRO as_of() AS getvariable('as_of');
CREATE MACRO add_months(start, months) AS                                         -- T2
    epoch_ms(make_timestamp_ms(start) + to_months(months::INTEGER));
CREATE MACRO months_between(start, until) AS                                      -- T3
    date_sub('month', make_timestamp_ms(start), make_timestamp_ms(until));
CREATE MACRO days(count) AS count::BIGINT * 86400000;
CREATE MACRO run(service, latest, joins) AS                                       -- F7, F8
    -- The paid periods back to the last period that does not join.
    list_filter(
        service[coalesce(
            list_max(list_transform(
                service[:latest],
                lambda p, i: CASE
                    WHEN p.start - service[i - 1].end > CASE WHEN joins THEN p.joins_at_most ELSE p.joins_at_least END
                    THEN i END)),
            1):latest],
        lambda p: p.is_paid);
CREATE MACRO segments(run) AS
    -- Paid periods that touch are one segment; its ends are those that touch nothing.
    list_zip(
        list_transform(
            list_filter(run, lambda p, i: i = 1 OR run[i - 1].end < p.start), lambda p: p.start),
        list_transform(
            list_filter(run, lambda p, i: i = len(run) OR run[i + 1].start > p.end), lambda p: p.end));
CREATE MACRO paid_months(segments) AS
    coalesce(
        list_sum(list_transform(segments, lambda s: months_between(s[1], s[2])))
        + list_sum(list_transform(
            segments, lambda s: s[2] - add_months(s[1], months_between(s[1], s[2])))) // days(31),
        0);

CREATE TABLE subscriptions AS
SELECT g.id AS group_id, unnest(g.subscriptions) AS p
FROM (SELECT unnest(subscriptionGroups) AS g FROM catalog());

-- The live offers, ranked (R2).
CREATE TABLE offers AS
SELECT
    group_id,
    group_id || ' ' || p.productId AS product,
    {
        'id': o.offerId,
        'paid_months': o.customerEligibilityPaidSubscriptionDurationInMonths,
        'minimum': o.customerEligibilityTimeSinceLastSubscribedInMonths.minimum,
        'maximum': o.customerEligibilityTimeSinceLastSubscribedInMonths.maximum,
        'wait': o.customerEligibilityWaitBetweenOffersInMonths,
        'territories': coalesce(
            o.territories, list_transform(o.prices, lambda price: price.territory), [])
    } AS offer,
    row_number() OVER (
        ORDER BY
            o.priority IS NOT DISTINCT FROM 'HIGH' DESC,
            list_position(['FREE_TRIAL', 'PAY_UP_FRONT', 'PAY_AS_YOU_GO'], o.offerMode),
            coalesce(o.periodCount, 1) * CASE o.duration
                WHEN 'THREE_DAYS' THEN 3 WHEN 'ONE_WEEK' THEN 7 WHEN 'TWO_WEEKS' THEN 14
                WHEN 'ONE_MONTH' THEN 30 WHEN 'TWO_MONTHS' THEN 60 WHEN 'THREE_MONTHS' THEN 90
                WHEN 'SIX_MONTHS' THEN 180 WHEN 'ONE_YEAR' THEN 365 END DESC,
            o.offerId
    ) AS rank
FROM (SELECT group_id, p, unnest(p.winBackOffers) AS o FROM subscriptions)
WHERE make_timestamp_ms(as_of()) >= o.startDate
    AND (o.endDate IS NULL OR make_timestamp_ms(as_of()) < o.endDate + INTERVAL 1 DAY);

SET VARIABLE offers = (
    SELECT map(list(product), list(offers))
    FROM (SELECT product, list(offer ORDER BY rank) AS offers FROM offers GROUP BY ALL)
);
SET VARIABLE group_offers = (
    SELECT map(list(group_id), list(offers))
    FROM (SELECT group_id, list(offer ORDER BY rank) AS offers FROM offers GROUP BY ALL)
);
SET VARIABLE groups = (
    SELECT map(list(p.productId), list(group_id)) FROM subscriptions
);

COPY (
    WITH customers AS (
        -- Auto-renewable transactions (P1), dates as milliseconds, no revocation to come (T6).
        SELECT
            customerId,
            storefront,
            subscriptionGroupIdentifier AS own_group,
            renewalInfo,
            list_transform(
                list_filter(transactions, lambda t: t.type IS NULL OR t.type = 'Auto-Renewable Subscription'),
                lambda t: {
                    'purchased': instant(t.purchaseDate),
                    'expires': instant(t.expiresDate),
                    'id': coalesce(t.transactionId, ''),
                    'signed': coalesce(instant(t.signedDate), -9223372036854775808),
                    'group_id': coalesce(
                        t.subscriptionGroupIdentifier,
                        subscriptionGroupIdentifier,
                        getvariable('groups')[t.productId]),
                    'product': t.productId,
                    'chain': t.originalTransactionId,
                    'is_owned': coalesce(t.inAppOwnershipType, 'PURCHASED') = 'PURCHASED',
                    'revoked': CASE
                        WHEN instant(t.revocationDate) <= as_of() THEN instant(t.revocationDate) END,
                    'is_paid': coalesce(t.offerDiscountType, '') <> 'FREE_TRIAL'  -- P4
                        AND coalesce(t.price, 1) <> 0
                        AND (                                                     -- P5
                            t.revocationDate IS NULL
                            OR instant(t.revocationDate) > as_of()
                            OR coalesce(t.revocationType, '') = 'REFUND_PRORATED'),
                    -- The gap after which it still joins, and after which it may (F8, F14c).
                    'joins_at_least': CASE WHEN t.transactionReason = 'RENEWAL' THEN days(60) ELSE 0 END,
                    'joins_at_most': CASE WHEN coalesce(t.transactionReason, 'RENEWAL') = 'RENEWAL' THEN days(60) ELSE 0 END,
                    'retry': CASE WHEN t.billingPlanType = 'MONTHLY' THEN days(90) ELSE days(60) END,
                    'redeemed': CASE WHEN t.offerType = 4 THEN t.offerIdentifier END,
                    'storefront': t.storefront,
                    'renewal': renewal_in(t)
                }) AS transactions
        FROM histories()
    ), grouped AS (
        -- A row for each group, in byte order (R5); one for a customer without transactions.
        SELECT
            *,
            from_json(
                CASE WHEN renewalInfo[1] = '[' THEN renewalInfo ELSE '[' || renewalInfo || ']' END,
                getvariable('renewal_info')) AS renewals,
            list_max(list_transform(transactions, lambda t: t.signed)) AS signed_at,
            list_sort(list_distinct(list_transform(transactions, lambda t: t.group_id))) AS groups
        FROM customers
    ), timelines AS (
        SELECT
            * EXCLUDE (transactions, groups),
            CASE
                WHEN len(groups) = 1 THEN transactions
                ELSE list_filter(transactions, lambda t: t.group_id = group_id)
            END AS transactions
        FROM (
            SELECT
                *,
                unnest(CASE WHEN groups = [] THEN [coalesce(own_group, '')] ELSE groups END)
                    AS group_id
            FROM grouped
        )
    ), identified AS (
        SELECT *, list_transform(transactions, lambda t: nullif(t.id, '')) AS ids FROM timelines
    ), deduplicated AS (
        -- One transaction an id, the one signed last (P1).
        SELECT
            * EXCLUDE (transactions, ids),
            transactions AS versions,
            CASE
                WHEN list_unique(ids) = list_count(ids) THEN transactions
                ELSE list_filter(
                    transactions,
                    lambda t: t.id = '' OR t.signed = list_max(
                        list_transform(
                            list_filter(transactions, lambda u: u.id = t.id), lambda u: u.signed)))
            END AS transactions
        FROM identified
    ), owned AS (
        SELECT
            * EXCLUDE transactions,
            list_sort(list_filter(
                transactions,
                lambda t: t.is_owned AND t.purchased <= as_of())) AS owned,
            list_bool_or(list_transform(
                transactions,
                lambda t: t.is_owned AND t.purchased > as_of())) AS is_replay,
            list_bool_or(list_transform(
                transactions,
                lambda t: NOT t.is_owned AND t.purchased <= as_of()
                    AND as_of() < t.expires AND t.revoked IS NULL)) AS has_access  -- F6
        FROM deduplicated
    ), ended AS (
        -- No period ends later than the last one (F1, F2, F3).
        SELECT
            *,
            owned[-1] AS last,
            greatest(owned[-1].purchased, least(owned[-1].expires, owned[-1].revoked)) AS ends_at
        FROM owned
    ), described AS (
        -- The renewal info that describes the last owned transaction (F3).
        SELECT
            * EXCLUDE (renewalInfo, renewals, signed_at),
            greatest(
                nullif(signed_at, -9223372036854775808),
                list_max(list_transform(renewals, lambda r: instant(r.signedDate)))) AS signed_at,
            CASE WHEN is_replay THEN NULL ELSE coalesce(last.renewal, list_filter(
                renewals,
                lambda r: renewalInfo[1] <> '['
                    OR r.originalTransactionId = last.chain
                    OR (r.originalTransactionId IS NULL AND r.productId = last.product))[1])
            END AS found
        FROM ended
    ), renewed AS (
        -- It may be older, and describe an earlier one (F14d).
        SELECT
            * EXCLUDE (versions, found),
            CASE
                WHEN instant(found.signedDate) < last.purchased AND NOT list_bool_or(list_transform(
                    versions, lambda t: t.id = last.id AND t.signed <= instant(found.signedDate)))
                THEN NULL ELSE found
            END AS renewal
        FROM described
    ), states AS (
        -- `owned`, `no-access` and `churned` (F4, F5, F6), or what the history does not show (F13).
        SELECT
            * EXCLUDE (is_replay, signed_at, has_access),
            CASE
                WHEN owned = [] OR has_access OR as_of() < ends_at
                    OR (last.revoked IS NOT NULL AND as_of() < last.expires)
                    OR as_of() < instant(renewal.gracePeriodExpiresDate)
                    OR (renewal.isInBillingRetryPeriod AND as_of() < ends_at + last.retry)
                THEN 'live'
                WHEN NOT coalesce(is_replay, false) AND last.revoked IS NULL                   -- F14e
                    AND coalesce(renewal.isInBillingRetryPeriod, renewal IS NULL)
                    AND signed_at < ends_at + last.retry AND as_of() >= ends_at + last.retry
                THEN 'maybe renewed'
                WHEN renewal.autoRenewStatus IS NOT NULL
                THEN CASE
                    WHEN renewal.autoRenewStatus = 1
                        AND NOT coalesce(renewal.isInBillingRetryPeriod, false)
                    THEN 'maybe renewed' ELSE 'expired' END
                WHEN is_replay OR last.revoked IS NOT NULL THEN 'expired'
                WHEN signed_at < ends_at THEN 'maybe renewed'
                WHEN renewal IS NULL AND as_of() < ends_at + last.retry THEN 'maybe retried'
                ELSE 'expired'
            END AS state
        FROM renewed
    ), offered AS (
        -- `available`, `product` and `time-since-last-subscribed`; none where a rule above fails.
        SELECT
            * EXCLUDE (owned, renewal),
            CASE WHEN state <> 'live' THEN owned END AS owned,
            CASE
                WHEN state = 'live' THEN NULL
                ELSE list_filter(
                    CASE
                        WHEN state = 'maybe renewed' THEN getvariable('group_offers')[group_id]
                        ELSE getvariable('offers')[group_id || ' ' || last.product]
                    END,
                    -- From below where it may have renewed (F14f).
                    lambda o: as_of() >= add_months(
                            greatest(ends_at, instant(renewal.gracePeriodExpiresDate)), o.minimum)
                        AND (state = 'maybe renewed' OR as_of() <= add_months(
                            greatest(ends_at, instant(renewal.gracePeriodExpiresDate)), o.maximum)))
            END AS offers
        FROM states
    ), periods AS (
        SELECT
            * EXCLUDE owned,
            CASE WHEN offers <> [] THEN list_transform(
                owned,
                lambda t, i: {
                    'start': t.purchased,
                    'end': greatest(                                              -- P3
                        t.purchased, least(t.expires, t.revoked, owned[i + 1].purchased)),
                    'is_paid': t.is_paid,
                    'joins_at_least': t.joins_at_least,
                    'joins_at_most': t.joins_at_most,
                    'redeemed': t.redeemed
                }) END AS periods
        FROM offered
    ), service AS (
        SELECT *, list_filter(periods, lambda p: p.start < p.end) AS service FROM periods
    ), latest AS (
        SELECT
            *,
            list_max(list_transform(
                service, lambda p, i: CASE WHEN p.is_paid THEN i END)) AS latest
        FROM service
    ), segments AS (
        -- The most recent run of paid service, by both readings of a gap without a reason (F14c).
        SELECT
            * EXCLUDE (service, latest),
            segments(run(service, latest, false)) AS least,
            segments(run(service, latest, true)) AS most
        FROM latest
    ), tenured AS (
        SELECT * EXCLUDE (least, most), paid_months(least) AS paid_months, paid_months(most) AS paid_months_at_most
        FROM segments
    ), candidates AS (
        -- `paid-duration` and `wait-between-offers` (F9).
        SELECT
            *,
            coalesce(list_filter(
                offers,
                lambda o: (state = 'maybe renewed' OR paid_months_at_most >= o.paid_months)
                    AND coalesce(
                        as_of() >= add_months(
                            list_max(list_transform(
                                periods,
                                lambda p: CASE WHEN p.redeemed = o.id THEN p.end END)),
                            o.wait),
                        true)), []) AS candidates
        FROM tenured
    ), located AS (
        SELECT *, coalesce(storefront, last.storefront) AS place FROM candidates  -- F10
    ), results AS (
        SELECT
            customerId,
            group_id,
            list_transform(
                list_filter(
                    candidates,
                    lambda o: state = 'expired' AND paid_months >= o.paid_months
                        AND (o.territories = [] OR list_contains(o.territories, place))),
                lambda o: o.id) AS eligible,
            list_transform(
                list_filter(
                    candidates,
                    lambda o: CASE
                        WHEN o.territories <> [] AND place IS NULL THEN true
                        ELSE (state <> 'expired' OR paid_months < o.paid_months)
                            AND (o.territories = [] OR list_contains(o.territories, place)) END),
                lambda o: o.id) AS undetermined
        FROM located
    )
    SELECT
        '{"customerId":' || to_json(customerId)
        || ',"subscriptionGroupIdentifier":' || to_json(group_id)
        || ',"eligibleWinBackOfferIDs":' || to_json(eligible)
        || CASE
            WHEN undetermined = [] THEN ''
            ELSE ',"undeterminedWinBackOfferIDs":' || to_json(undetermined) END
        || '}'
    FROM results
) TO (getvariable('output')) (FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER E'\x01');
