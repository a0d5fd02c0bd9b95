-- Nothing ever wrote this table: an upload is streamed and becomes a row of `files`, and what is wrong with it is in the answer (SHELL-09).
drop table uploads;
