-- The transactions: dates as '2024-01-05T09:30:00.000Z'. With 'ignoreNullFields' as true, NULL would be left out, and a
-- file without any redeemed offer would not say that it has this column.
INSERT OVERWRITE DIRECTORY 's3://bucket/transactions' USING json
OPTIONS ('ignoreNullFields' 'false') SELECT * FROM transactions;

-- The results, in which an empty field is NULL.
COPY INTO win_back_offers FROM 's3://bucket/results.csv' FILEFORMAT = CSV
FORMAT_OPTIONS ('header' = 'true', 'inferSchema' = 'true');
