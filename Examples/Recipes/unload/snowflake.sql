-- The transactions: dates as '2024-01-05 09:30:00.000 +0000', \N for NULL. Quotes keep the names of columns in lower case.
COPY INTO @stage/transactions/ FROM (
  SELECT customer_id AS "customer_id", transaction_id AS "transaction_id",
    original_transaction_id AS "original_transaction_id", product_id AS "product_id",
    purchase_date AS "purchase_date", expires_date AS "expires_date", revocation_date AS "revocation_date",
    transaction_reason AS "transaction_reason", price AS "price", storefront AS "storefront",
    offer_type AS "offer_type", offer_identifier AS "offer_identifier",
    auto_renew_status AS "auto_renew_status", expiration_intent AS "expiration_intent"
  FROM transactions)
FILE_FORMAT = (TYPE = CSV FIELD_DELIMITER = '|' NULL_IF = ('\\N') COMPRESSION = GZIP) HEADER = TRUE;

-- The results, in which an empty field is NULL.
COPY INTO win_back_offers FROM @stage/results.csv
FILE_FORMAT = (TYPE = CSV SKIP_HEADER = 1 FIELD_OPTIONALLY_ENCLOSED_BY = '"' EMPTY_FIELD_AS_NULL = TRUE);
