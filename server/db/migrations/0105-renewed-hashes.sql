-- USR-02, AUTH-19: a password hash that a sign-in renews is no change of the record, as the sign-in itself is none.

drop trigger touch on users;

create trigger touch before update on users for each row
    when (to_jsonb(old) - '{last_sign_in_at,password_hash}'::text[] is distinct from
      to_jsonb(new) - '{last_sign_in_at,password_hash}'::text[]) execute function touch_row();
