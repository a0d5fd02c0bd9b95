/** An organization was archived (ORG-02): nobody of it signs in. */
export interface OrganizationArchived {
  readonly type: 'organization.archived';
  readonly organizationId: number;
}

declare module '#server/platform/command/transaction.ts' {
  interface EventsByArea {
    readonly organizations: OrganizationArchived;
  }
}
