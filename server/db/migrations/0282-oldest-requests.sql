-- AUTH-16, PERF-03: the pending requests for another name are read along their order.
create index name_requests_oldest_index on name_requests (requested_at, id) where decision is null;
