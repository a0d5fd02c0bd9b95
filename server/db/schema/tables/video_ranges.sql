create table video_ranges (
  assignment_id integer not null,
  file_id integer not null,
  watched nummultirange default '{}'::nummultirange not null,
  updated_at timestamp with time zone default app_now() not null,
  constraint video_ranges_pkey PRIMARY KEY (assignment_id, file_id),
  constraint video_ranges_assignment_id_fkey FOREIGN KEY (assignment_id) REFERENCES training_assignments(id),
  constraint video_ranges_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id)
);
comment on column video_ranges.watched is 'Seconds of the video that were played, half-open.';
CREATE INDEX video_ranges_file_index ON public.video_ranges USING btree (file_id);
grant delete, insert, select, update on video_ranges to application;
