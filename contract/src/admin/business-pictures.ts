import * as z from 'zod/mini';
import { endpoint } from '../shared/endpoint.ts';
import { id } from '../shared/fields.ts';

export const pictureNames = { logo: 'Логотип', stamp: 'Печать', signature: 'Подпись руководителя' } as const;
export type PictureName = keyof typeof pictureNames;

/** On each side. */
export const maxPicturePixels = 1200;

const pictures = z.object({
  /** The picture that new documents get; null for none. */
  logo: z.nullable(id),
  stamp: z.nullable(id),
  signature: z.nullable(id),
  /** Whether УПД and advance invoices get stamp and signature too. */
  isOnUpd: z.boolean(),
});
export type BusinessPictures = z.output<typeof pictures>;

const params = z.object({ picture: z.enum(Object.keys(pictureNames) as [PictureName, ...PictureName[]]) });
const manage = { staff: 'admin.manage', isConfirmed: true } as const;

export const getBusinessPictures = endpoint({
  method: 'GET',
  path: '/api/admin/business/pictures',
  summary: 'Logo, stamp and signature that stand in new documents',
  access: { staff: 'admin.read' },
  status: 200,
  answer: pictures,
});

export const getBusinessPicture = endpoint({
  method: 'GET',
  path: '/api/admin/business/pictures/{picture}',
  summary: 'One of the pictures as PNG',
  access: { staff: 'admin.read' },
  params,
  status: 200,
  file: ['image/png'],
});

export const putBusinessPicture = endpoint({
  method: 'PUT',
  path: '/api/admin/business/pictures/{picture}',
  summary: 'Put a PNG into new documents. Documents that exist stay as they are',
  access: manage,
  params,
  bytes: true,
  maxBodyBytes: 1024 * 1024,
  status: 200,
  answer: pictures,
  problems: ['confirmation_required', 'business_changed', 'picture_unreadable', 'picture_too_large'],
});

export const removeBusinessPicture = endpoint({
  method: 'DELETE',
  path: '/api/admin/business/pictures/{picture}',
  summary: 'Leave a picture out of new documents',
  access: manage,
  params,
  status: 200,
  answer: pictures,
  problems: ['confirmation_required', 'business_changed', 'not_found'],
});

export const updateBusinessPictures = endpoint({
  method: 'PATCH',
  path: '/api/admin/business/pictures',
  summary: 'Say whether УПД and advance invoices get stamp and signature',
  access: manage,
  body: z.object({ isOnUpd: z.boolean() }),
  status: 200,
  answer: pictures,
  problems: ['confirmation_required', 'business_changed'],
});
