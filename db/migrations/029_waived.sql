-- Waived amounts: those of a Cash on Delivery rental that ended before its hand-over. Its money lines sum to zero, as
-- do its entries in the book.
alter table money_line drop constraint money_line_kind_check, drop constraint money_line_check;
alter table money_line
  add constraint money_line_kind_check check (kind in ('rent', 'delivery', 'service_fee', 'deposit', 'refund',
    'waived')),
  add constraint money_line_check check ((kind in ('refund', 'waived')) = (returns is not null)
    and case when returns is null then centavos >= 0 else centavos < 0 end);
drop index money_line_once_idx;
create unique index money_line_once_idx on money_line (rental_id, kind) where returns is null;
create unique index money_line_waived_once_idx on money_line (rental_id, returns) where kind = 'waived';

insert into money_line (order_id, rental_id, kind, returns, centavos, created_at)
select m.order_id, m.rental_id, 'waived', coalesce(m.returns, m.kind), -sum(m.centavos), r.status_changed_at
from money_line m join rental r on r.id = m.rental_id join "order" o on o.id = r.order_id
where o.payment_method = 'cash_on_delivery' and r.status in ('Rejected', 'Cancelled')
group by m.order_id, m.rental_id, coalesce(m.returns, m.kind), r.status_changed_at having sum(m.centavos) > 0;

-- The nightly run compares what a receipt says with the book, order by order.
alter table reconciliation_difference drop constraint reconciliation_difference_kind_check;
alter table reconciliation_difference add constraint reconciliation_difference_kind_check
  check (kind in ('payment-missing-here',
  'payment-missing-there', 'payment-amount', 'payment-fee', 'refund-missing-here', 'refund-missing-there',
    'refund-amount',
  'refund-status', 'balance', 'order-money'));
