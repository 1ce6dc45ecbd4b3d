-- The agreement names late fees, no-shows and disputes, unless an admin wrote another one.
create or replace function with_disputes(body text) returns text language sql immutable as $$
  select body
    || E'\n(f) An item that is still out at 12:00 noon of the day after its last day costs the Renter the price'
    || ' of a day, and another one at each noon after that, seven at most. The deposit pays it first; the '
    || 'rest the Renter owes to the owner.'
    || E'\n(g) When one side does not come to the hand-over, the other can say so; silence for 24 hours agrees.'
    || ' A Renter who did not come pays what cancelling at the last moment costs, and one day at least; an '
    || 'owner who did not come pays everything back.'
    || E'\n(h) When the two do not agree, each can open a dispute. Both are heard, the site decides about the '
    || 'deposit and what was paid, and each can appeal once.'
$$;

-- Repeat: where nobody has accepted it yet, the first version says so from the start.
update agreement_template set body = with_disputes(body)
  where version = 1 and created_by is null and not exists (select from agreement_template where version > 1)
    and not exists (select from "order")
    and body like '%(e) Each owner''s own terms above are part of this agreement.';

-- Elsewhere it is a new version; what was accepted is kept with its order.
insert into agreement_template (body)
  select with_disputes(body) from agreement_template
  where version = 1 and created_by is null and not exists (select from agreement_template where version > 1)
    and body like '%(e) Each owner''s own terms above are part of this agreement.';

drop function if exists with_disputes(text);
