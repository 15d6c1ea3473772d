-- The transactions: dates as '2024-01-05 09:30:00 UTC', and an empty field for NULL.
EXPORT DATA OPTIONS (uri = 'gs://bucket/transactions/*.csv.gz', format = 'CSV', header = true, compression = 'GZIP') AS
SELECT customer_id, transaction_id, original_transaction_id, product_id, purchase_date, expires_date,
  revocation_date, transaction_reason, price, storefront, offer_type, offer_identifier, auto_renew_status,
  expiration_intent
FROM transactions;

-- The results, in which an empty field is NULL.
LOAD DATA OVERWRITE marketing.win_back_offers (
  customerId STRING, subscriptionGroupIdentifier STRING, offerId STRING, verdict STRING, failedRule STRING,
  eligibleFrom TIMESTAMP, eligibleThrough TIMESTAMP)
FROM FILES (format = 'CSV', skip_leading_rows = 1, uris = ['gs://bucket/results.csv']);
