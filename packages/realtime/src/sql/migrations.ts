import type { SystemMigrations } from '@plinth/postgres';
import messages from './0001-messages.sql';
import functions from './0002-functions.sql';
import schemaMarker from './0003-schema-marker.sql';
import policyProbes from './0004-policy-probes.sql';
import subscriptions from './0010-subscriptions.sql';
import returningSubscribers from './0011-returning-subscribers.sql';
import ownerOfPlans from './0012-owner-of-plans.sql';

/** Schema `realtime` as users of hosted Supabase know it, and how the service learns of changed policies. */
export const realtimeMigrations: SystemMigrations = {
  service: 'realtime',
  migrations: [
    { version: '0001', name: 'messages', sql: messages },
    { version: '0002', name: 'functions', sql: functions },
    { version: '0003', name: 'schema-marker', sql: schemaMarker },
    { version: '0004', name: 'policy-probes', sql: policyProbes },
    { version: '0010', name: 'subscriptions', sql: subscriptions },
    { version: '0011', name: 'returning-subscribers', sql: returningSubscribers },
    { version: '0012', name: 'owner-of-plans', sql: ownerOfPlans },
  ],
};
