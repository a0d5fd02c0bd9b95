/** The advisory lock that `migrate` holds while it works. What is declared in that time is the product's own. */
export const migrationLock = 0x7472_6169;

/** Event triggers that write changes of the schema to the trail: name → event. */
export const ddlTriggers = { traintrail_ddl: 'ddl_command_end', traintrail_drop: 'sql_drop' } as const;

/**
 * Makes the event triggers again and keeps them awake whatever a session sets. Only a superuser may: for any other role nothing
 * happens, which `doctor` and `verify` say.
 */
export const ddlTriggersSql = `do $$ begin
${Object.entries(ddlTriggers)
  .map(
    ([name, event]) => `  drop event trigger if exists ${name};
  create event trigger ${name} on ${event} execute function audit.record_ddl();
  alter event trigger ${name} enable always;`,
  )
  .join('\n')}
exception when insufficient_privilege then
  raise notice 'changes of the schema are not recorded: event triggers need a superuser';
end $$`;
