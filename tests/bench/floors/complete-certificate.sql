-- The floor of a completion, third: the certificate and its public-key signature. $1 is the record, $2 a code.
with made as (
  insert into certificates (number, code, training_record_id)
  values ('TT-0000-' || nextval('certificate_numbers'), $2, $1) returning id
)
insert into public_signatures (made_at, occasion, certificate_id, key_id, signature)
select date_trunc('milliseconds', now()), 'signing', id, repeat('ab', 16), repeat('A', 86) || '==' from made
