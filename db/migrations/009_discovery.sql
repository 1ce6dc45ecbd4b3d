-- The sitemap reads public listings in the order of their ids, many thousands at a time.
create index listing_sitemap_idx on listing (id) where is_public;
