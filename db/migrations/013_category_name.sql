-- `Camping` and `camping` are one category.
create unique index category_name_lower_key on category (lower(name));
