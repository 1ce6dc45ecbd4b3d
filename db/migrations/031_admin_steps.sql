-- Admins can end a rental; what was paid goes back with the reason.
alter table refund drop constraint refund_reason_check, add constraint refund_reason_check
  check (reason in ('reject', 'cancel',
  'expire', 'lapse', 'reject-by-admin', 'cancel-by-admin', 'deposit', 'claim', 'unused'));
