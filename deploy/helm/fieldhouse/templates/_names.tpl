{{- define "fieldhouse.image" -}}
{{ .Values.image.repository }}{{ if .Values.image.digest }}@{{ .Values.image.digest }}{{ else }}:{{ .Values.image.tag }}{{ end }}
{{- end }}
{{- define "fieldhouse.labels" -}}
app.kubernetes.io/name: fieldhouse
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
{{- define "fieldhouse.pod" -}}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  seccompProfile: { type: RuntimeDefault }
{{- end }}
{{- define "fieldhouse.container" -}}
image: {{ include "fieldhouse.image" . }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
envFrom:
  - configMapRef: { name: {{ .Release.Name }} }
  - secretRef: { name: {{ .Values.secret }} }
volumeMounts:
  - { name: tmp, mountPath: /tmp }
{{- end }}
