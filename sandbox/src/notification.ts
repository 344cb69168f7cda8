export interface Notification {
  id: string;
  objectId: string;
  body: string;
  createdAt: number;
  dueAt: number;
  attempts: number;
  /** Delivered after another notification, or when due. */
  isDeferred: boolean;
}
