export type { ChangeFeed } from './changes/change-feed.ts';
