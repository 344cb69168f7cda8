import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressFiles } from './compress-files.ts';

/** What every page needs: in one file it compresses better and outlives releases in caches. */
const base = [
  /node_modules\/(react|react-dom|scheduler|zod)\//,
  /node_modules\/@tanstack\/(router-core|react-router|history|store|react-store)\//,
  /node_modules\/@mantine\/core\/esm\/core\//,
  /contract\/src\/(shared\/(own-problems|fields|validation|endpoint|web-address)|cabinet\/accounts)\.ts$/,
  /web\/src\/(session|theme|navigation\/views)\/(?!live\/).*\.tsx?$/,
];

const server = 'http://localhost:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: `${import.meta.dirname}/src/routes`,
      generatedRouteTree: `${import.meta.dirname}/src/navigation/route-tree.gen.ts`,
      addExtensions: true,
      quoteStyle: 'single',
      semicolons: true,
    }),
    react(),
    compressFiles(),
  ],
  server: { proxy: { '/api': server, '/dev': server, '/sandbox': server } },
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    sourcemap: false,
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'base', test: (id) => base.some((part) => part.test(id)) }] } },
    },
  },
});
