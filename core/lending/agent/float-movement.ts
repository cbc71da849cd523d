/** Kinds of movements of an agent's float. `returned`: a payment failed or came back. */
export const FLOAT_MOVEMENTS = ['topped_up', 'transferred', 'paid_out', 'returned'] as const;
