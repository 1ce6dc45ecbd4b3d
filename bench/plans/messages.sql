-- messages, of 20,000 listings

select m.id, m.sender, m.body, m.sent_at, case when m.sender = 'renter' then m.client_id end as client_id,
  (select jsonb_build_object('id', p.id, 'width', p.width, 'height', p.height,
  'widths', to_jsonb(p.widths), 'thumbhash', p.thumbhash) from photo p where p.id = m.photo_id) as photo, m.photo_gone
from message m where m.thread_id = '0009df72-b781-4767-8894-a901c91da74a'
order by m.id desc limit 51;

-- Limit (actual time=0.008..0.011 rows=4 loops=1)
--   Buffers: shared hit=7
--   ->  Index Scan using message_thread_idx on message m (actual time=0.007..0.011 rows=4 loops=1)
--         Index Cond: (thread_id = '0009df72-b781-4767-8894-a901c91da74a'::uuid)
--         Buffers: shared hit=7
--         SubPlan 1
--           ->  Index Scan using photo_pkey on photo p (actual time=0.000..0.000 rows=0 loops=4)
--                 Index Cond: (id = m.photo_id)
-- Planning:
--   Buffers: shared hit=6
-- Planning Time: 0.057 ms
-- Execution Time: 0.027 ms
