export type { BlobStore } from './backends/blob-store.ts';
export { createBlobStore } from './backends/create-blob-store.ts';
export { storageErrors } from './errors.ts';
export { changeObjects } from './jobs/change-objects.ts';
export { s3Errors } from './protocols/s3/errors.ts';
export { tusErrors } from './protocols/tus/errors.ts';
export { storageDefinition } from './routes/definition.ts';
export { StorageService, type StorageServiceOptions } from './service.ts';
export { storageMigrations } from './sql/migrations.ts';
