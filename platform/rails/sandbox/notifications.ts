/** A callback that the sandbox's provider has to send. */
type DueNotification = {
  readonly kind: 'payout' | 'payout_timeout' | 'collection';
  readonly body: object;
  /** It was received, or it wasn't and is sent again later. */
  readonly sent: (outcome: 'received' | 'refused') => Promise<void>;
};

export type SandboxNotifications = {
  /** The next notification of a payment, if it is due. */
  readonly due: (tenantId: number, originatorId: string) => Promise<DueNotification | null>;
};
