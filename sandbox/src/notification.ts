export interface Notification {
  id: string;
  objectId: string;
  body: string;
  createdAt: number;
  dueAt: number;
  attempts: number;
  /** Lets others pass, until one of them has been delivered or its own time has come. */
  isDeferred: boolean;
}
