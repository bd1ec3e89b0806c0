import chromium from '@sparticuz/chromium';

// Run as a process of its own: it unpacks into the temporary folder that its environment names.
await chromium.executablePath();
