-- The purchases, a row each: in a project of your own, a model that is there already.
SELECT * FROM read_parquet('{{ var("transactions") }}')
