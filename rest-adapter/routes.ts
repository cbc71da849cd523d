import { educationRoutes } from './education/routes.ts';
import { idempotencyKeyRoutes } from './idempotency-keys.ts';
import { disbursementRoutes } from './lending/disbursements.ts';
import { loanRoutes } from './lending/loans.ts';
import { memberRoutes } from './lending/members.ts';
import { productRoutes } from './lending/products.ts';
import { repaymentRoutes } from './lending/repayments.ts';
import { schedulePreviewRoutes } from './lending/schedule-preview.ts';
import { scheduleRoutes } from './lending/schedule.ts';
import { webhookRoutes } from './lending/webhooks.ts';
import type { Route } from './route.ts';

/** Every row of every surface. The server, the document of the API and the contract test read this list. */
export const routes: readonly Route[] = [
  ...memberRoutes,
  ...productRoutes,
  ...schedulePreviewRoutes,
  ...loanRoutes,
  ...scheduleRoutes,
  ...disbursementRoutes,
  ...repaymentRoutes,
  ...webhookRoutes,
  ...educationRoutes,
  ...idempotencyKeyRoutes,
];
