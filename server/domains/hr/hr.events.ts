/** The other party has declined to sign (HR-03). */
export interface AgreementDeclined {
  readonly type: 'agreement.declined';
  readonly agreementId: number;
}

declare module '#server/platform/command/transaction.ts' {
  interface EventsByArea {
    readonly hr: AgreementDeclined;
  }
}
